"""Graphs made by hand for the tests of the view: 30 invented papers, a synthetic large one, and a hostile one."""

from __future__ import annotations

import random
from collections import defaultdict

from kg.model import Edge, Graph, Node
from kg.view import Annotation

FIELDS = {
    "vision": ("ImageNet", "image classification", "top-1 accuracy", "ResNet-50"),
    "detection": ("COCO", "object detection", "mAP", "Faster R-CNN"),
    "translation": ("WMT14", "machine translation", "BLEU", "Transformer"),
    "reading": ("SQuAD", "question answering", "F1", "BERT"),
    "graphs": ("OGBN-Arxiv", "node classification", "accuracy", "graph attention network"),
    "speech": ("LibriSpeech", "speech recognition", "word error rate", "wav2vec 2.0"),
    "control": ("MuJoCo", "continuous control", "average return", "soft actor-critic"),
    "molecules": ("QM9", "molecular property prediction", "mean absolute error", "SchNet"),
}

# method, long name, field, extra technique, value, year
PAPERS = [
    ("TideNet", "tidal residual network", "vision", "knowledge distillation", "84.1%", 2019),
    ("MossFormer-V", "moss-like windowed transformer", "vision", "self-attention", "85.6%", 2021),
    ("PebbleMix", "pebble patch mixing", "vision", "data augmentation", "83.9%", 2021),
    ("LanternViT", "lantern vision transformer", "vision", "self-attention", "86.0%", 2022),
    ("QuillPrune", "quill-guided pruning", "vision", "knowledge distillation", "82.7%", 2023),
    ("HarborDet", "harbor anchor detector", "detection", "feature pyramid", "47.3", 2020),
    ("GlintBox", "glinting box refinement", "detection", "self-attention", "49.8", 2021),
    ("ReefQuery", "reef query detector", "detection", "contrastive learning", "51.2", 2022),
    ("FernFPN", "fern feature pyramid", "detection", "feature pyramid", "48.4", 2023),
    ("CedarMT", "cedar translation model", "translation", "self-attention", "29.7", 2019),
    ("BrookAlign", "brook alignment prior", "translation", "curriculum learning", "30.4", 2020),
    ("WillowNAT", "willow non-autoregressive decoder", "translation", "knowledge distillation", "28.9", 2021),
    ("SaltBridge", "salted bilingual bridge", "translation", "contrastive learning", "31.0", 2023),
    ("OwlReader", "owl span reader", "reading", "self-attention", "92.4", 2020),
    ("InkRetriever", "ink passage retriever", "reading", "contrastive learning", "91.8", 2021),
    ("MarginNote", "margin note reasoning", "reading", "curriculum learning", "93.1", 2022),
    ("StarlingQA", "starling question answerer", "reading", "knowledge distillation", "90.6", 2023),
    ("KelpGNN", "kelp message passing", "graphs", "message passing", "74.3%", 2020),
    ("DriftWalk", "drifting random walk encoder", "graphs", "contrastive learning", "73.8%", 2021),
    ("MyceliumNet", "mycelium diffusion network", "graphs", "message passing", "75.2%", 2022),
    ("AspenPool", "aspen cluster pooling", "graphs", "self-attention", "74.9%", 2024),
    ("CricketASR", "cricket streaming recogniser", "speech", "self-attention", "2.6%", 2021),
    ("HushAug", "hush spectrum augmentation", "speech", "data augmentation", "2.9%", 2022),
    ("ReedCTC", "reed alignment model", "speech", "knowledge distillation", "2.4%", 2024),
    ("OtterPolicy", "otter policy search", "control", "curriculum learning", "6120", 2020),
    ("BurrowRL", "burrowing exploration", "control", "contrastive learning", "6480", 2022),
    ("FinchPlan", "finch latent planner", "control", "self-attention", "6655", 2024),
    ("AmberNet", "amber equivariant network", "molecules", "message passing", "0.021", 2021),
    ("LatticeLark", "lark lattice attention", "molecules", "self-attention", "0.019", 2023),
    ("PollenFlow", "pollen normalising flow", "molecules", "message passing", "0.018", 2024),
]

VENUES = ("Workshop on Invented Methods", "Conference on Sample Data", "Journal of Made-Up Results")


class Builder:
    """Collects nodes and edges as the pipeline would, with support and evidence on every edge."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self.edges: dict[tuple[str, str, str], list[tuple[str, str]]] = defaultdict(list)
        self.seen: dict[str, set[str]] = defaultdict(set)
        self.annotations: dict[str, list[Annotation]] = defaultdict(list)

    def thing(self, label: str, name: str, paper: str, year: int, alias: str | None = None) -> str:
        key = f"{label.lower()}:{name.lower().replace(' ', '-')}"
        known = self.nodes[key].properties if key in self.nodes else {}
        self.seen[key].add(paper)
        properties = {"key": key, "name": name, "aliases": [alias] if alias else known.get("aliases", [])}
        self.nodes[key] = Node(key, label, {
            **properties, "papers": len(self.seen[key]),
            "first_year": min(year, known.get("first_year", year)),
            "last_year": max(year, known.get("last_year", year)),
        })  # fmt: skip
        return key

    def link(self, source: str, type_: str, target: str, evidence: str, paper: str) -> None:
        self.edges[source, type_, target].append((evidence, paper))

    def mark(self, paper: str, field: str, text: str, names: dict[str, str]) -> None:
        for name, key in names.items():
            start = text.find(name)
            while start >= 0:
                self.annotations[paper].append(Annotation(field, start, start + len(name), key))
                start = text.find(name, start + 1)

    def graph(self) -> Graph:
        edges = [
            Edge(
                *ends,
                {
                    "support": len({paper for _, paper in said}),
                    "confidence": 0.9,
                    "evidence": [text for text, _ in said],
                    "evidence_papers": [paper for _, paper in said],
                },
            )
            for ends, said in self.edges.items()
        ]
        return Graph.of(self.nodes.values(), edges)


def sample() -> tuple[Graph, dict[str, list[Annotation]]]:
    """Return the graph of the 30 papers above and where their texts name its nodes."""
    builder = Builder()
    for number, row in enumerate(PAPERS):
        _add_paper(builder, number, row)
    return builder.graph(), dict(builder.annotations)


def _add_paper(builder: Builder, number: int, row: tuple[str, str, str, str, str, int]) -> None:
    name, long_name, field, technique, value, year = row
    dataset, task, metric, baseline = FIELDS[field]
    rival = next((p[0] for p in reversed(PAPERS[:number]) if p[2] == field), baseline)
    title = f"{name}: {long_name} for {task}"
    sentences = [
        f"Progress in {task} has come to rest on ever larger models that few groups can afford to train.",
        f"We present {name}, a {long_name} that builds on {technique} and keeps the cost of training low.",
        f"On {dataset}, {name} reaches {value} {metric} and outperforms {rival} and {baseline}.",
        "All code and the settings of each run are public.",
    ]
    abstract = " ".join(sentences)
    key = f"paper:doi:10.5555/view.{number:02d}"
    properties = {
        "key": key,
        "name": title,
        "title": title,
        "abstract": abstract,
        "year": year,
        "venue": VENUES[number % 3],
        "authors": [f"Ada Example{number}", "Bo Sample"],
        "doi": f"10.5555/view.{number:02d}",
    }
    builder.nodes[key] = Node(key, "Paper", properties)
    method = builder.thing("Method", name, key, year, long_name)
    base = method_base = builder.thing("Method", baseline, key, year)
    if rival != baseline:
        base = builder.thing("Method", rival, key, year)
    tool = builder.thing("Method", technique, key, year)
    data = builder.thing("Dataset", dataset, key, year)
    goal = builder.thing("Task", task, key, year)
    measure = builder.thing("Metric", metric, key, year)
    _, what, found, _ = sentences
    for source, type_, target, evidence in [
        (key, "PROPOSES", method, what), (key, "USES", tool, what), (key, "ADDRESSES", goal, title),
        (key, "EVALUATES_ON", data, found), (key, "COMPARES", base, found), (key, "USES", measure, found),
        (key, "COMPARES", method_base, found), (method, "USES", tool, what), (method, "ADDRESSES", goal, title),
        (method, "EVALUATED_ON", data, found), (method, "OUTPERFORMS", base, found),
        (method, "EVALUATED_BY", measure, found),
        (data, "BENCHMARK_FOR", goal, f"{title} … {found}"),
    ]:  # fmt: skip
        builder.link(source, type_, target, evidence, key)
    _add_result(builder, key, value, (method, base, data, goal, measure), found)
    names = {name: method, rival: base, technique: tool, dataset: data, task: goal, metric: measure}
    builder.mark(key, "title", title, names)
    builder.mark(key, "text", abstract, names)


def _add_result(builder: Builder, paper: str, value: str, ends: tuple[str, ...], evidence: str) -> None:
    key = f"result:{paper[6:]}:{value}"
    number = float(value.rstrip("%"))
    builder.nodes[key] = Node(
        key,
        "Result",
        {
            "key": key,
            "value": value,
            "number": number,
            "kind": "absolute",
            "metric_text": str(builder.nodes[ends[4]].properties["name"]),
            "evidence": evidence,
            "confidence": 0.9,
        },
    )
    builder.link(paper, "REPORTS", key, evidence, paper)
    slots = ("OF_METHOD", "OVER_BASELINE", "ON_DATASET", "FOR_TASK", "IN_METRIC")
    for type_, end in zip(slots, ends, strict=True):
        builder.link(key, type_, end, evidence, paper)


def synthetic(nodes: int, seed: int = 3) -> Graph:
    """Return a graph of about `nodes` nodes in clusters, with hubs as in a real one."""
    chance = random.Random(seed)  # noqa: S311
    builder = Builder()
    papers = nodes // 4
    topics = max(papers // 25, 3)
    for number in range(papers):
        topic = min(int(chance.paretovariate(1.2)) - 1, topics - 1)
        year = 2010 + chance.randrange(15)
        key = f"paper:{number:012x}"
        title = f"Study {number} of subject {topic}"
        builder.nodes[key] = Node(
            key, "Paper", {"key": key, "name": title, "title": title, "year": year, "abstract": title + "."}
        )
        own = builder.thing("Method", f"Inv{number}Net", key, year)
        task = builder.thing("Task", f"subject {topic} task {int(chance.paretovariate(1)) % 5}", key, year)
        data = builder.thing("Dataset", f"Set{topic}-{int(chance.paretovariate(1)) % 9}", key, year)
        metric = builder.thing("Metric", f"measure {int(chance.paretovariate(1)) % 40}", key, year)
        tools = [
            builder.thing("Method", f"tool {topic}.{int(chance.paretovariate(0.7)) % 60}", key, year) for _ in range(3)
        ]
        for source, type_, target in [
            (key, "PROPOSES", own), (key, "ADDRESSES", task), (key, "EVALUATES_ON", data), (key, "USES", metric),
            (own, "ADDRESSES", task), (own, "EVALUATED_ON", data), (own, "EVALUATED_BY", metric),
            *((key, "USES", tool) for tool in tools), *((own, "OUTPERFORMS", tool) for tool in tools[:1]),
        ]:  # fmt: skip
            builder.link(source, type_, target, title, key)
    return builder.graph()


HOSTILE = [
    "<script>window.hacked=1</script>",
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror=window.hacked=1>",
    '"><svg onload=window.hacked=1>',
    "' onmouseover='window.hacked=1",
    "javascript:window.hacked=1",
    "{{7*7}}{% raw %}",
    "<!--<script>",
    "-->",
    "]]>",
    "&lt;b&gt;&amp;",
    "\u2028window.hacked=1\u2029",
    "\u202egnirts desrever\u202c",
    "\x00\x01\x08\x1b[31m",
    "𝕬𝖘𝖙𝖗𝖆𝖑 𝛽-VAE",
    "😀" * 40,
    "a\u0301" * 200,
    "x" * 5000,
    '=HYPERLINK("http://evil.invalid")',
    "\ud800 lone half",
    "${window.hacked=1}`;window.hacked=1;//",
    "</style><style>*{display:none}</style>",
    "العربية 中文 日本語",
    "__proto__",
    "constructor",
]


def hostile() -> tuple[Graph, dict[str, list[Annotation]]]:
    """Return a graph in which each of the hostile strings stands in every text field, and annotations without sense."""
    nodes, edges, annotations = [], [], {}
    for number, text in enumerate(HOSTILE):
        paper, thing, result = f"paper:{number}:{text}", f"method:{number}:{text}", f"result:{number}:{text}"
        nodes.append(
            Node(
                paper,
                "Paper",
                {
                    "key": paper,
                    "name": text,
                    "title": text,
                    "abstract": f"{text} and {text}",
                    "venue": text,
                    "authors": [text],
                    "doi": text,
                    "url": text,
                    "year": 2000 + number,
                    "ids": [text],
                    "sources": [text],
                },
            )
        )
        nodes.append(Node(thing, "Method", {"key": thing, "name": text, "aliases": [text, text + "!"], "papers": 1}))
        nodes.append(
            Node(
                result,
                "Result",
                {
                    "key": result,
                    "value": text,
                    "unit": text,
                    "kind": text,
                    "metric_text": text,
                    "evidence": text,
                    "number": float("nan"),
                    "confidence": 0.5,
                },
            )
        )
        said = {
            "support": 1,
            "confidence": 0.5,
            "evidence": [text, "not in the text: " + text],
            "evidence_papers": [paper, text],
        }
        edges += [
            Edge(paper, "PROPOSES", thing, said),
            Edge(paper, "REPORTS", result, said),
            Edge(result, "OF_METHOD", thing, said),
        ]
        edges.append(Edge(thing, "USES", "method:hub", said))
        annotations[paper] = [
            Annotation("text", 0, len(text), thing),
            Annotation("text", -5, 10**9, thing),
            Annotation("title", 3, 1, text),
        ]
    nodes.append(Node("method:hub", "Method", {"key": "method:hub", "name": "hub", "aliases": [], "papers": 25}))
    return Graph.of(nodes, edges), annotations
