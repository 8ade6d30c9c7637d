"""What LaTeX commands stand for. Pure data; names without their backslash."""

from __future__ import annotations

from types import MappingProxyType


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LETTERS = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi
    psi omega
"""
_GREEK = dict(
    zip(
        _LETTERS.split(),
        "αβγδεζηθικλμνξοπρστυφχψω",
        strict=True,
    )
)
_VARIANTS = ("epsilon", "theta", "kappa", "pi", "rho", "sigma", "phi")
_CAPITALS = ("gamma", "delta", "theta", "lambda", "xi", "pi", "sigma", "upsilon", "phi", "psi", "omega")

_SIGNS = """
ell ℓ|times ×|cdot ·|cdots ⋯|ldots …|dots …|dotsc …|leq ≤|le ≤|leqslant ≤|geq ≥|ge ≥|geqslant ≥|neq ≠|ne ≠|approx ≈
sim ∼|simeq ≃|cong ≅|equiv ≡|propto ∝|pm ±|mp ∓|infty ∞|to →|rightarrow →|longrightarrow →|mapsto ↦|leftarrow ←
leftrightarrow ↔|Rightarrow ⇒|implies ⇒|iff ⇔|Leftrightarrow ⇔|uparrow ↑|downarrow ↓|in ∈|notin ∉|ni ∋|subset ⊂
subseteq ⊆|supset ⊃|supseteq ⊇|cup ∪|cap ∩|bigcup ⋃|bigcap ⋂|setminus ∖|emptyset ∅|varnothing ∅|forall ∀|exists ∃
partial ∂|nabla ∇|sum ∑|prod ∏|int ∫|surd √|top ⊤|perp ⊥|circ ∘|bullet •|star ⋆|ast *|dagger †|dag †|ddagger ‡|ll ≪
gg ≫|langle ⟨|rangle ⟩|lfloor ⌊|rfloor ⌋|lceil ⌈|rceil ⌉|lvert ∣|rvert ∣|mid ∣|lVert ‖|rVert ‖|Vert ‖|prime ′
hbar ℏ|Re ℜ|Im ℑ|aleph ℵ|oplus ⊕|ominus ⊖|otimes ⊗|odot ⊙|wedge ∧|land ∧|vee ∨|lor ∨|neg ¬|lnot ¬|triangleq ≜
lesssim ≲|gtrsim ≳|prec ≺|succ ≻|preceq ⪯|succeq ⪰|models ⊨|vdash ⊢|sqcup ⊔|angle ∠|triangle △|square □|Box □
diamond ⋄|parallel ∥|checkmark ✓|textdegree °|degree °|S §|P ¶|copyright ©|textregistered ®|texttrademark ™
pounds £|euro €|texteuro €|ss ß|o ø|O Ø|l ł|L Ł|ae æ|AE Æ|oe œ|OE Œ|aa å|AA Å|i ı|j ȷ|dh ð|th þ|dj đ|DJ Đ
textendash –|textemdash —|textellipsis …|textquoteright ’|textquoteleft ‘|textquotedblleft “|textquotedblright ”
textquotesingle '|textasciitilde ~|textasciicircum ^|textbackslash \\|textunderscore _|textless <|textgreater >
textpm ±|texttimes ×|textmu μ|textbullet •|lbrace {|rbrace }|lbrack [|rbrack ]|backslash \\|LaTeX LaTeX|TeX TeX
BibTeX BibTeX|colon :|eps ε|slash /|ie i.e.|eg e.g.|etal et al.|etc etc.|wrt w.r.t.|cf cf.|vs vs.|iid i.i.d.|lt <
gt >|amp &|percent %
"""


def _signs() -> dict[str, str]:
    entries = _SIGNS.strip().replace("\n", "|").split("|")
    return {name: sign for name, _, sign in (entry.partition(" ") for entry in entries)} | {"vert": "|", "textbar": "|"}


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

WORDS = _words("""
    log ln exp max min argmax argmin sup inf lim det dim deg gcd ker Pr mod bmod sin cos tan tanh cosh sinh arctan
    hom limsup liminf poly polylog sgn sign tr diag rank softmax
""")
"""Operators that print their own name."""

SILENT = _words("""
    left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle displaystyle textstyle
    scriptstyle limits nolimits noindent indent centering small large Large huge footnotesize scriptsize tiny
    normalsize em it bf tt sc rm sf sl cal bfseries itshape ttfamily scshape rmfamily sffamily mdseries upshape
    normalfont protect par newline linebreak smallskip medskip bigskip xspace relax nonumber allowbreak null
    maketitle unboldmath
""")
"""Switches that print nothing."""

SPACES = _words("""
    quad qquad enspace enskip thinspace item newline par linebreak space
""")
"""Commands that print a space."""

WRAPPERS = _words("""
    emph textbf textit texttt textsc textrm textsf textsl textmd textup textnormal text mathrm mathbf mathbb
    mathcal mathsf mathtt mathit mathfrak mathscr mathop mathbin mathrel operatorname underline uline mbox hbox
    fbox boldsymbol bm bold overline overrightarrow underbrace overbrace uppercase MakeUppercase lowercase
    textsubscript ensuremath url nolinkurl path enquote textquote boldmath pmb mathbbm mathds vec smash substack
    acro ac gls
""")
"""Commands that print their argument."""

REFERENCES = _words("""
    cite citep citet citealp citealt citeauthor citeyear parencite textcite autocite footcite nocite ref eqref
    pageref label cref Cref autoref vref begin end footnotemark thanks vspace hspace vskip hskip includegraphics
    input bibliography color pagestyle thispagestyle
""")
"""Commands that go together with their arguments."""

FRACTIONS = _words("frac tfrac dfrac cfrac nicefrac sfrac")
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

LOST: MappingProxyType[str, str] = MappingProxyType({"imes": "×", "au": "τ", "heta": "θ", "o": "→", "ho": "ρ"})
"""What is left of a command whose backslash and first letter were read as a tab or a line end → what it printed."""
