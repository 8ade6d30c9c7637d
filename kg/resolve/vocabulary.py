"""What the comparison of names knows of English: endings, spellings, words that say only a type, opposites."""

from __future__ import annotations

import re
import unicodedata

BRITISH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        (r"is(ation|ational|ing|ed|er|e)$", r"iz\1"),
        (r"lys(e|ing|er)$", r"lyz\1"),
        (r"([aeiou]l)l(ing|ed|er)$", r"\1\2"),
        (r"(?<=..)our(|al|ed|ing|hood|is\w+|iz\w+)$", r"or\1"),
        (r"(?<=..)logue$", "log"),
        (r"^defence$", "defense"),
        (r"^centre$", "center"),
        (r"^grey", "gray"),
        (r"^artefact", "artifact"),
    )
)
PLURALS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        (r"(?<=..)ie$", "y"),
        (r"(ss|x|ch|sh)e$", r"\1"),
        (r"^matrice$", "matrix"),
        (r"^indice$", "index"),
        (r"^vertice$", "vertex"),
        (r"^(analy|hypothe|synthe)se$", r"\1sis"),
    )
)
ENDINGS: tuple[str, ...] = (
    "ational", "ation", "ating", "ative", "ional", "ion", "ive", "ity", "ness", "ency", "ence", "ancy", "ance",
    "ual", "etric", "ing", "ian", "ent", "ant", "ic", "ed", "al", "e", "y",
)  # fmt: skip
NOUNS: frozenset[str] = frozenset({"ational", "ation", "ity", "ness", "ency", "ence", "ancy", "ance"})
"""Endings that make another word of a short one: dense and density, hard and hardness, variance and variation."""

UNLIKE: frozenset[str] = frozenset({"general"})
"""Words that share no meaning with others of their stem (generative)."""

GENERIC: dict[str, frozenset[str]] = {
    "Method": frozenset({"method", "approach", "algorithm", "technique", "procedure", "mechanism"}),
    "Task": frozenset({"task", "problem"}),
    "Dataset": frozenset({"dataset", "benchmark", "corpus"}),
    "Metric": frozenset({"metric", "score"}),
}
NAMED: dict[str, frozenset[str]] = {
    "Method": frozenset({"model", "architecture", "framework", "optimizer"}),
    "Task": frozenset({"challenge"}),
    "Dataset": frozenset({"data", "set", "suite", "environment", "leaderboard"}),
    "Metric": frozenset({"measure", "value", "index"}),
}
"""Words that add nothing to a proper name ("BERT model") but may to a phrase ("diffusion model")."""

INFIX_PLUS = re.compile(r"(?<=[^\W\d_])\+(?=[^\W\d_])")
"""RGB+D is RGBD; C++ and 3D+ keep their sign."""

LETTERS: dict[int, str] = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"})
"""Latin letters that do not decompose into a plain letter and an accent."""

WHOLE = frozenset({("cross", "entropy", "method"), ("finite", "element", "method"), ("level", "set", "method")})
"""Names (as folded words) that are another thing without their last word."""

GREEK: dict[str, str] = {
    unicodedata.name(chr(code)).split()[-1].lower().replace("lamda", "lambda"): chr(code)
    for code in range(0x3B1, 0x3CA)
    if code != 0x3C2
}
"""Spelled-out Greek letters: beta-VAE is β-VAE."""

OPPOSED: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "supervised unsupervised semi self weakly", "online offline", "on off", "black white gray", "single multi",
        "multilingual monolingual crosslingual multimodal unimodal", "convex nonconvex", "linear nonlinear",
        "parametric nonparametric", "local global", "forward backward inverse", "source target", "static dynamic",
        "discrete continuous", "synchronous asynchronous", "homogeneous heterogeneous", "min max", "macro micro",
        "precision recall", "encoder decoder", "generative discriminative", "implicit explicit", "shallow deep",
        "centralized decentralized", "deterministic stochastic", "directed undirected", "labeled unlabeled",
        "train test", "prior posterior", "lower upper", "top bottom", "positive negative",
        "mean median maximum minimum",
        "squared absolute", "dense sparse", "hard soft", "intra inter", "one two three four", "first second third",
        "binary ternary multiclass", "text image video audio speech", "structured unstructured",
    )
)  # fmt: skip
"""Words of which two different ones keep two names apart."""
