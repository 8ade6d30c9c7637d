"""The graph of hand-made extractions, with exact values."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.model import Document, Edge, Entity, EntityType, Extraction, Graph, Node, Relation, Result, Role, Source, Span
from kg.resolve import build_graph
from kg.resolve.signatures import fit_relation
from tests.resolve.corpus import Named, build, span_of, things, to_paper
from tests.resolve.evidence import check_evidence, check_schema

TEXT = (
    "Sorting mail is hard. We propose FooNet, which builds on graph neural networks (GNNs). "
    "On MailBench it reaches 91.2% accuracy, 3.5% above BarNet. GNNs were trained on OldMail. Code is public."
)


def entity(key: str, label: EntityType, name: str, role: Role, *mentions: str, confidence: float = 0.9) -> Entity:
    return Entity(id=key, type=label, name=name, mentions=mentions or (name,), role=role, confidence=confidence)


PAPER = Document(
    id="paper:doi:10.1/foo",
    title="FooNet for mail",
    text=TEXT,
    year=2024,
    venue="ICFM",
    authors=("B. Bee", "A. Ay"),
    doi="10.1/foo",
    ids=("r2", "r1"),
    sources=(Source("b.jsonl", 2), Source("a.txt", 7)),
)
EXTRACTION = Extraction(
    doc_id=PAPER.id,
    entities=(
        entity("e1", "Method", "FooNet", "proposed"),
        entity("e2", "Method", "graph neural network", "used", "graph neural networks", "GNNs"),
        entity("e3", "Method", "BarNet", "compared", confidence=0.8),
        entity("e4", "Dataset", "MailBench", "used"),
        entity("e5", "Dataset", "OldMail", "used", confidence=0.5),
        entity("e6", "Task", "mail sorting", "addressed", "Sorting mail"),
    ),
    relations=(
        Relation(head="e1", type="USES", tail="e2", confidence=0.7),
        Relation(head="e1", type="OUTPERFORMS", tail="e3", confidence=0.6),
        Relation(head="e2", type="TRAINED_ON", tail="e5", confidence=0.55),
        Relation(head="e1", type="ADDRESSES", tail="e6", confidence=0.65),
    ),
    results=(
        Result(
            value="91.2%",
            kind="absolute",
            metric="accuracy",
            method="e1",
            dataset="e4",
            number=91.2,
            unit="%",
            confidence=0.75,
        ),
    ),
)


def edges(graph: Graph) -> dict[tuple[str, str, str], Edge]:
    return {(e.source, e.type, e.target): e for e in graph.edges}


def nodes(graph: Graph) -> dict[str, Node]:
    return {n.key: n for n in graph.nodes}


def test_one_paper_gives_these_nodes_and_edges() -> None:
    found = build_graph([PAPER], {PAPER.id: EXTRACTION})
    check_schema(found.graph)
    check_evidence(found.graph, [PAPER], {PAPER.id: EXTRACTION})
    result = next(n.key for n in found.graph.nodes if n.label == "Result")
    p = PAPER.id
    assert set(nodes(found.graph)) == {
        p,
        result,
        "method:foonet",
        "method:graph-neural-network",
        "method:barnet",
        "dataset:mailbench",
        "dataset:oldmail",
        "task:mail-sorting",
        "metric:accuracy",
    }
    assert set(edges(found.graph)) == {
        (p, "PROPOSES", "method:foonet"),
        (p, "USES", "method:graph-neural-network"),
        (p, "COMPARES", "method:barnet"),
        (p, "EVALUATES_ON", "dataset:mailbench"),
        (p, "USES", "dataset:oldmail"),
        (p, "ADDRESSES", "task:mail-sorting"),
        (p, "USES", "metric:accuracy"),
        (p, "REPORTS", result),
        ("method:foonet", "USES", "method:graph-neural-network"),
        ("method:foonet", "OUTPERFORMS", "method:barnet"),
        ("method:graph-neural-network", "TRAINED_ON", "dataset:oldmail"),
        ("method:foonet", "ADDRESSES", "task:mail-sorting"),
        (result, "OF_METHOD", "method:foonet"),
        (result, "ON_DATASET", "dataset:mailbench"),
        (result, "IN_METRIC", "metric:accuracy"),
    }
    assert found.dropped == {}
    assert found.node_of[p, "e2"] == "method:graph-neural-network"


def test_the_paper_and_its_result_hold_what_they_hold() -> None:
    found = nodes(build_graph([PAPER], {PAPER.id: EXTRACTION}).graph)
    assert found[PAPER.id].properties == {
        "key": "paper:doi:10.1/foo",
        "name": "FooNet for mail",
        "title": "FooNet for mail",
        "abstract": TEXT,
        "year": 2024,
        "venue": "ICFM",
        "authors": ["B. Bee", "A. Ay"],
        "doi": "10.1/foo",
        "ids": ["r1", "r2"],
        "sources": ["a.txt:7", "b.jsonl:2"],
    }
    assert found["method:graph-neural-network"].properties == {
        "key": "method:graph-neural-network",
        "name": "graph neural network",
        "aliases": ["GNNs", "graph neural network", "graph neural networks"],
        "papers": 1,
        "first_year": 2024,
        "last_year": 2024,
    }
    result = next(n for n in found.values() if n.label == "Result")
    evidence = "We propose FooNet, which builds on graph neural networks (GNNs). "
    evidence += "On MailBench it reaches 91.2% accuracy, 3.5% above BarNet."
    assert result.properties == {
        "key": result.key,
        "value": "91.2%",
        "number": 91.2,
        "unit": "%",
        "kind": "absolute",
        "metric_text": "accuracy",
        "evidence": evidence,
        "confidence": 0.75,
    }


def test_evidence_is_the_fewest_sentences_that_name_both_ends() -> None:
    found = edges(build_graph([PAPER], {PAPER.id: EXTRACTION}).graph)
    uses = found["method:foonet", "USES", "method:graph-neural-network"]
    assert uses.properties == {
        "support": 1,
        "confidence": 0.7,
        "evidence": ["We propose FooNet, which builds on graph neural networks (GNNs)."],
        "evidence_papers": [PAPER.id],
    }
    addresses = found["method:foonet", "ADDRESSES", "task:mail-sorting"]
    assert addresses.properties["evidence"] == [TEXT[: TEXT.index(" On MailBench")]]
    proposes = found[PAPER.id, "PROPOSES", "method:foonet"]
    assert proposes.properties["evidence"] == ["We propose FooNet, which builds on graph neural networks (GNNs)."]


def test_a_comparison_carries_what_its_evidence_names() -> None:
    found = edges(build_graph([PAPER], {PAPER.id: EXTRACTION}).graph)
    properties = found["method:foonet", "OUTPERFORMS", "method:barnet"].properties
    assert properties["datasets"] == ["dataset:mailbench"]
    assert properties["metrics"] == ["metric:accuracy"]
    assert properties["tasks"] == []


def test_sentences_that_lie_apart_are_joined_by_a_gap() -> None:
    relation = Relation(head="e6", type="IS_A", tail="e7")
    extra = entity("e7", "Task", "Code", "mentioned")
    extraction = Extraction(doc_id=PAPER.id, entities=(*EXTRACTION.entities, extra), relations=(relation,), results=())
    found = edges(build_graph([PAPER], {PAPER.id: extraction}).graph)
    evidence = found["task:mail-sorting", "IS_A", "task:code"].properties["evidence"]
    assert evidence == ["Sorting mail is hard. … Code is public."]


def test_given_evidence_is_kept_when_it_names_both_ends_and_replaced_when_not() -> None:
    good = (Span("text", 0, TEXT.index(" Code"), TEXT[: TEXT.index(" Code")]),)
    for given_spans, kept in ((good, True), ((span_of(PAPER, "Code is public."),), False)):
        relation = Relation(head="e1", type="USES", tail="e2", evidence=given_spans)
        extraction = Extraction(doc_id=PAPER.id, entities=EXTRACTION.entities, relations=(relation,))
        found = edges(build_graph([PAPER], {PAPER.id: extraction}).graph)
        evidence = found["method:foonet", "USES", "method:graph-neural-network"].properties["evidence"]
        assert (evidence == [good[0].text]) is kept


def test_support_confidence_and_evidence_of_several_papers() -> None:
    made = [to_paper(n, [("Method", "FooNet"), ("Task", "mail sorting")], year=2020 + n) for n in range(3)]
    extractions = {}
    for (paper, said), confidence in zip(made, (0.4, 0.9, 0.9), strict=True):
        relation = Relation(head="e0", type="ADDRESSES", tail="e1", confidence=confidence)
        extractions[paper.id] = msgspec.structs.replace(said, relations=(relation,))
    found = build_graph([paper for paper, _ in made], extractions)
    properties = edges(found.graph)["method:foonet", "ADDRESSES", "task:mail-sorting"].properties
    assert properties["support"] == 3
    assert properties["confidence"] == 0.9
    assert properties["evidence_papers"] == ["paper:001", "paper:002", "paper:000"]
    node = nodes(found.graph)["method:foonet"].properties
    assert (node["papers"], node["first_year"], node["last_year"]) == (3, 2020, 2022)


def test_compared_with_is_stored_once_smaller_key_first() -> None:
    paper, said = to_paper(0, [("Method", "ZetaNet"), ("Method", "AlphaNet")])
    both = tuple(Relation(head=h, type="COMPARED_WITH", tail=t) for h, t in (("e0", "e1"), ("e1", "e0")))
    found = build_graph([paper], {paper.id: msgspec.structs.replace(said, relations=both)})
    assert [(e.source, e.target) for e in found.graph.edges if e.type == "COMPARED_WITH"] == [
        ("method:alphanet", "method:zetanet")
    ]


def test_four_of_five_papers_decide_the_type_and_relations_follow() -> None:
    named: list[list[Named]] = [[("Method", "self-training"), ("Method", "FooNet")] for _ in range(4)]
    made = [to_paper(n, group) for n, group in enumerate([*named, [("Task", "self-training"), ("Method", "FooNet")]])]
    extractions = {e.doc_id: e for _, e in made}
    relation = Relation(head="e1", type="ADDRESSES", tail="e0")
    last = made[4][1]
    extractions[last.doc_id] = msgspec.structs.replace(last, relations=(relation,))
    found = build_graph([p for p, _ in made], extractions)
    assert set(things(found)) == {"method:self-training", "method:foonet"}
    assert ("method:foonet", "USES", "method:self-training") in edges(found.graph)
    assert found.dropped == {"relations of another type than extracted": 1}


def test_below_four_of_five_there_is_one_node_for_each_type_joined_by_same_name() -> None:
    found = build([("Method", "tree search")], [("Method", "Tree search")], [("Task", "tree search")])
    assert set(things(found)) == {"method:tree-search", "task:tree-search"}
    same = edges(found.graph)["method:tree-search", "SAME_NAME", "task:tree-search"]
    assert same.properties == {
        "support": 2,
        "confidence": 1.0,
        "evidence": ["There is tree search in it.", "There is tree search in it."],
        "evidence_papers": ["paper:000", "paper:002"],
    }


def test_the_strongest_role_makes_the_edge() -> None:
    document = Document(id="paper:1", text="We present FooNet. FooNets are used.")
    said = Extraction(
        doc_id="paper:1",
        entities=(entity("e1", "Method", "FooNets", "used"), entity("e2", "Method", "FooNet", "proposed")),
    )
    found = build_graph([document], {"paper:1": said})
    assert set(edges(found.graph)) == {("paper:1", "PROPOSES", "method:foonet")}


def test_min_confidence_drops_entities_and_what_hangs_on_them() -> None:
    found = build_graph([PAPER], {PAPER.id: EXTRACTION}, min_confidence=0.65)
    assert set(things(found)) == {
        "method:foonet",
        "method:graph-neural-network",
        "method:barnet",
        "dataset:mailbench",
        "task:mail-sorting",
        "metric:accuracy",
    }
    assert {e.type for e in found.graph.edges if e.source.startswith("method:")} == {"USES", "ADDRESSES"}
    assert found.dropped == {
        "entities below the confidence asked for": 1,
        "relations below the confidence asked for": 2,
    }


@pytest.mark.parametrize(
    ("document", "said", "name"),
    [
        (Document(id="paper:1", title=" A  title ", text="x"), None, "A title"),
        (Document(id="paper:1", text="a b c d e f g h"), None, "a b c d e f g h"),
        (Document(id="paper:1", text="1 2 3 4 5 6 7 8 9"), None, "1 2 3 4 5 6 7 8…"),
        (Document(id="paper:1", ids=("r7",)), None, "r7"),
        (Document(id="paper:1"), None, "paper:1"),
        (
            Document(id="paper:1", text="We give D, C, B and A."),
            Extraction(
                doc_id="paper:1",
                entities=tuple(entity(f"e{n}", "Method", n, "proposed") for n in "ABCD"),
            ),
            "D, C, B",
        ),
    ],
)  # fmt: skip
def test_the_display_name_of_a_paper(document: Document, said: Extraction | None, name: str) -> None:
    found = build_graph([document], {} if said is None else {document.id: said})
    assert nodes(found.graph)["paper:1"].properties["name"] == name


def test_the_display_name_is_the_long_form_unless_the_short_is_far_more_common() -> None:
    long: Named = ("Method", "tiny language encoder (TLE)")
    short: Named = ("Method", "TLE")
    assert things(build([long], [short], [short])) == {"method:tiny-language-encoder": "tiny language encoder"}
    assert things(build([long], *[[short]] * 6)) == {"method:tle": "TLE"}


def test_what_stands_nowhere_is_left_out_and_counted() -> None:
    document = Document(id="paper:1", text="We use FooNet and get 5%.")
    said = Extraction(
        doc_id="paper:1",
        entities=(entity("e1", "Method", "FooNet", "used"), entity("e2", "Task", "swimming", "addressed")),
        relations=(Relation(head="e1", type="ADDRESSES", tail="e2"),),
        results=(Result(value="7%", kind="absolute"), Result(value="5%", kind="absolute", metric="depth", task="e2")),
    )
    found = build_graph([document], {"paper:1": said})
    assert found.dropped == {
        "entities that stand nowhere in the paper": 1,
        "metric words that stand nowhere in the paper": 1,
        "relations without an end": 1,
        "results whose value stands nowhere in the paper": 1,
    }
    assert [n.properties["value"] for n in found.graph.nodes if n.label == "Result"] == ["5%"]
    check_evidence(found.graph, [document], {"paper:1": said})


def test_a_relation_of_a_thing_to_itself_is_left_out() -> None:
    document = Document(id="paper:1", text="FooNet and FooNets.")
    said = Extraction(
        doc_id="paper:1",
        entities=(entity("e1", "Method", "FooNet", "used"), entity("e2", "Method", "FooNets", "used")),
        relations=(Relation(head="e1", type="USES", tail="e2"),),
    )
    assert build_graph([document], {"paper:1": said}).dropped == {"relations of a thing to itself": 1}


@pytest.mark.parametrize(
    ("relation", "head", "tail", "fitting"),
    [
        ("ADDRESSES", "Method", "Task", "ADDRESSES"),
        ("ADDRESSES", "Method", "Method", "USES"),
        ("USES", "Method", "Task", "ADDRESSES"),
        ("EVALUATED_ON", "Method", "Metric", "EVALUATED_BY"),
        ("ADDRESSES", "Dataset", "Task", "BENCHMARK_FOR"),
        ("ADDRESSES", "Task", "Task", None),
        ("OUTPERFORMS", "Method", "Task", None),
        ("USES", "Metric", "Method", None),
        ("IS_A", "Metric", "Metric", "IS_A"),
    ],
)
def test_fit_relation(relation: str, head: EntityType, tail: EntityType, fitting: str | None) -> None:
    assert fit_relation(relation, head, tail) == fitting  # type: ignore[arg-type]


def test_arxiv_and_openreview_ids_stand_among_the_ids() -> None:
    document = Document(id="paper:arxiv:2401.00001", text="x", ids=("7",), arxiv="2401.00001", openreview="aBc")
    (node,) = build_graph([document], {}).graph.nodes
    assert node.properties["ids"] == ["2401.00001", "7", "aBc"]


def test_a_value_is_found_with_markup_between_and_never_inside_another() -> None:
    document = Document(id="paper:1", text=r"It gains $5.2\%$ at cost 15.2% and 5.25.")
    said = Extraction(doc_id="paper:1", results=(Result(value="5.2%", kind="improvement"),))
    found = build_graph([document], {"paper:1": said}).graph
    assert [e.properties["evidence"] for e in found.edges] == [[document.text]]
    alone = Document(id="paper:1", text="Only 15.2% and 5.25.")
    assert build_graph([alone], {"paper:1": said}).dropped == {"results whose value stands nowhere in the paper": 1}


def test_names_of_markup_only_do_not_hang() -> None:
    document = Document(id="paper:1", text="$" * 5000)
    said = Extraction(doc_id="paper:1", entities=(entity("e1", "Method", "$ " * 50 + "x", "used"),))
    assert build_graph([document], {"paper:1": said}).node_of == {}


def test_spellings_of_one_thing_in_six_papers_are_one_node_each() -> None:
    found = build(
        [("Method", "LLM"), ("Method", "GPT-4"), ("Dataset", "ImageNet")],
        [("Method", "LLMs"), ("Method", "gpt4"), ("Dataset", "Imagenet")],
        [("Method", "Large Language Models"), ("Method", "Adam"), ("Task", "ImageNet")],
        [("Method", "large language model"), ("Method", "ADAM")],
        [("Method", "Segment Anything Model (SAM)")],
        [("Method", "Sharpness-Aware Minimization (SAM)")],
    )
    assert things(found) == {
        "dataset:imagenet": "ImageNet",
        "method:adam": "ADAM",
        "method:gpt-4": "GPT-4",
        "method:large-language-model": "large language model",
        "method:segment-anything-model": "Segment Anything Model",
        "method:sharpness-aware-minimization": "Sharpness-Aware Minimization",
        "task:imagenet": "ImageNet",
    }
    aliases = next(n for n in found.graph.nodes if n.key == "method:large-language-model").properties["aliases"]
    assert aliases == ["LLM", "LLMs", "Large Language Models", "large language model"]


def test_nothing_gives_an_empty_graph() -> None:
    assert build_graph([], {}).graph == Graph()


NAMES: list[Named] = [
    ("Method", "tiny language encoder (TLE)"),
    ("Method", "TLE"),
    ("Task", "TLE"),
    ("Method", "tree line estimation (TLE)"),
    ("Method", "FooNet"),
    ("Method", "FooNets"),
    ("Method", "foo-net model"),
    ("Task", "FooNet"),
    ("Dataset", "MailBench-10"),
    ("Dataset", "MailBench10"),
    ("Dataset", "MailBench-100"),
    ("Metric", "LLM"),
    ("Method", "large language models (LLMs)"),
]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from(NAMES), max_size=4, unique=True), min_size=1, max_size=7), st.randoms())
def test_any_order_of_papers_gives_the_same_bytes(groups: list[list[Named]], shuffle: random.Random) -> None:
    made = [to_paper(n, group, year=2015 + n) for n, group in enumerate(groups)]
    expected = build_graph([p for p, _ in made], {e.doc_id: e for _, e in made})
    check_schema(expected.graph)
    check_evidence(expected.graph, [p for p, _ in made], {e.doc_id: e for _, e in made})
    shuffle.shuffle(made)
    found = build_graph([p for p, _ in made], {e.doc_id: e for _, e in made})
    assert msgspec.json.encode(found.graph) == msgspec.json.encode(expected.graph)
    assert (found.merges, found.refused) == (expected.merges, expected.refused)


def test_the_hash_seed_does_not_matter() -> None:
    script = (
        "import msgspec, hashlib; from tests.resolve.test_build import NAMES, build\n"
        "found = build(*([name, other] for name in NAMES for other in NAMES if name != other))\n"
        "print(hashlib.sha256(msgspec.json.encode([found.graph, found.merges, found.refused])).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[2],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[2])},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(digests) == 1
