"""What LaTeX commands stand for. Pure data; names without their backslash."""

from __future__ import annotations

from types import MappingProxyType

_GREEK = dict(
    zip(
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi "
        "psi omega".split(),
        "αβγδεζηθικλμνξοπρστυφχψω",
        strict=True,
    )
)
_VARIANTS = ("epsilon", "theta", "kappa", "pi", "rho", "sigma", "phi")
_CAPITALS = ("gamma", "delta", "theta", "lambda", "xi", "pi", "sigma", "upsilon", "phi", "psi", "omega")

_SIGNS = """
ell ℓ|times ×|cdot ·|cdots ⋯|ldots …|dots …|dotsc …|leq ≤|le ≤|leqslant ≤|geq ≥|ge ≥|geqslant ≥|neq ≠|ne ≠|approx ≈|sim ∼|simeq ≃
cong ≅|equiv ≡|propto ∝|pm ±|mp ∓|infty ∞|to →|rightarrow →|longrightarrow →|mapsto ↦|leftarrow ←|leftrightarrow ↔|Rightarrow ⇒
implies ⇒|iff ⇔|Leftrightarrow ⇔|uparrow ↑|downarrow ↓|in ∈|notin ∉|ni ∋|subset ⊂|subseteq ⊆|supset ⊃|supseteq ⊇|cup ∪|cap ∩
bigcup ⋃|bigcap ⋂|setminus ∖|emptyset ∅|varnothing ∅|forall ∀|exists ∃|partial ∂|nabla ∇|sum ∑|prod ∏|int ∫|surd √|top ⊤|perp ⊥
circ ∘|bullet •|star ⋆|ast *|dagger †|dag †|ddagger ‡|ll ≪|gg ≫|langle ⟨|rangle ⟩|lfloor ⌊|rfloor ⌋|lceil ⌈|rceil ⌉|lvert ∣
rvert ∣|vert |||mid ∣|lVert ‖|rVert ‖|Vert ‖|prime ′|hbar ℏ|Re ℜ|Im ℑ|aleph ℵ|oplus ⊕|ominus ⊖|otimes ⊗|odot ⊙|wedge ∧|land ∧
vee ∨|lor ∨|neg ¬|lnot ¬|triangleq ≜|lesssim ≲|gtrsim ≳|prec ≺|succ ≻|preceq ⪯|succeq ⪰|models ⊨|vdash ⊢|sqcup ⊔|angle ∠
triangle △|square □|Box □|diamond ⋄|parallel ∥|checkmark ✓|textdegree °|degree °|S §|P ¶|copyright ©|textregistered ®
texttrademark ™|pounds £|euro €|texteuro €|ss ß|o ø|O Ø|l ł|L Ł|ae æ|AE Æ|oe œ|OE Œ|aa å|AA Å|i ı|j ȷ|dh ð|th þ|dj đ|DJ Đ
textendash –|textemdash —|textellipsis …|textquoteright ’|textquoteleft ‘|textquotedblleft “|textquotedblright ”|textquotesingle '
textasciitilde ~|textasciicircum ^|textbackslash \\|textunderscore _|textbar |||textless <|textgreater >|textpm ±|texttimes ×
textmu μ|textbullet •|lbrace {|rbrace }|lbrack [|rbrack ]|backslash \\|LaTeX LaTeX|TeX TeX|BibTeX BibTeX|colon :|eps ε|slash /
ie i.e.|eg e.g.|etal et al.|etc etc.|wrt w.r.t.|cf cf.|vs vs.|iid i.i.d.|lt <|gt >|amp &|percent %
"""


def _signs() -> dict[str, str]:
    signs = {}
    for entry in _SIGNS.strip().replace("\n", "|").replace("|||", "|\x00|").split("|"):
        name, _, sign = entry.partition(" ")
        signs[name] = sign.replace("\x00", "|").replace("\\\\", "\\")
    signs["vert"] = signs["textbar"] = "|"
    return signs


SYMBOLS: MappingProxyType[str, str] = MappingProxyType(
    _signs()
    | _GREEK
    | {"var" + name: _GREEK[name] for name in _VARIANTS}
    | {name.capitalize(): _GREEK[name].upper() for name in _CAPITALS}
)
"""Command → the characters that it prints."""

GREEK_WORDS: MappingProxyType[str, str] = MappingProxyType(
    {name: sign for name, sign in _GREEK.items() if len(name) >= 4 and name != "iota"}
)
"""English names of Greek letters that are hardly ever another word or an acronym → the letter."""

WORDS = frozenset(
    "log ln exp max min argmax argmin sup inf lim det dim deg gcd ker Pr mod bmod sin cos tan tanh cosh sinh arctan hom "
    "limsup liminf poly polylog sgn sign tr diag rank softmax".split()
)
"""Operators that print their own name."""

SILENT = frozenset(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle displaystyle textstyle scriptstyle limits nolimits "
    "noindent indent centering small large Large huge footnotesize scriptsize tiny normalsize em it bf tt sc rm sf sl cal "
    "bfseries itshape ttfamily scshape rmfamily sffamily mdseries upshape normalfont protect par newline linebreak "
    "smallskip medskip bigskip xspace relax nonumber allowbreak null maketitle unboldmath".split()
)
"""Switches that print nothing."""

SPACES = frozenset("quad qquad enspace enskip thinspace item newline par linebreak space".split())
"""Commands that print a space."""

WRAPPERS = frozenset(
    "emph textbf textit texttt textsc textrm textsf textsl textmd textup textnormal text mathrm mathbf mathbb mathcal mathsf "
    "mathtt mathit mathfrak mathscr mathop mathbin mathrel operatorname underline uline mbox hbox fbox boldsymbol bm bold "
    "overline overrightarrow underbrace overbrace uppercase MakeUppercase lowercase textsubscript ensuremath url nolinkurl path "
    "enquote textquote boldmath pmb mathbbm mathds vec smash substack acro ac gls".split()
)
"""Commands that print their argument."""

REFERENCES = frozenset(
    "cite citep citet citealp citealt citeauthor citeyear parencite textcite autocite footcite nocite ref eqref pageref label "
    "cref Cref autoref vref begin end footnotemark thanks vspace hspace vskip hskip includegraphics input bibliography color "
    "pagestyle thispagestyle".split()
)
"""Commands that go together with their arguments."""

FRACTIONS = frozenset("frac tfrac dfrac cfrac nicefrac sfrac".split())
"""Commands that print their first argument over the second."""

ACCENTS: MappingProxyType[str, str] = MappingProxyType(
    {
        "'": "\u0301",
        "`": "\u0300",
        '"': "\u0308",
        "^": "\u0302",
        "~": "\u0303",
        "=": "\u0304",
        ".": "\u0307",
        "c": "\u0327",
        "v": "\u030c",
        "u": "\u0306",
        "H": "\u030b",
        "k": "\u0328",
        "r": "\u030a",
        "d": "\u0323",
        "b": "\u0331",
        "hat": "\u0302",
        "widehat": "\u0302",
        "tilde": "\u0303",
        "widetilde": "\u0303",
        "bar": "\u0304",
        "check": "\u030c",
        "acute": "\u0301",
        "grave": "\u0300",
        "breve": "\u0306",
        "dot": "\u0307",
        "ddot": "\u0308",
    }
)
"""Accent command → combining character that follows its base."""

SUPERSCRIPTS: MappingProxyType[str, str] = MappingProxyType(dict(zip("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ", strict=True)))
"""Characters that have a raised form."""
