"""Pairs of names, from general knowledge, that are one thing or two: sixty of either kind, listed nowhere else."""

from __future__ import annotations

import pytest

from kg.model import EntityType
from tests.resolve.corpus import Named, build

M: EntityType = "Method"
T: EntityType = "Task"
D: EntityType = "Dataset"
E: EntityType = "Metric"

SAME: list[tuple[EntityType, str, str]] = [
    (M, "large language model", "Large Language Models"),
    (M, "world model", "World Models"),
    (M, "LLMs", "LLM"),
    (M, "GPT-4", "gpt4"),
    (M, "Adam", "ADAM"),
    (M, "Adam", "Adam optimizer"),
    (M, "ResNet-50", "ResNet50"),
    (M, "k-means", "K-Means"),
    (M, "k-means++", "kmeans++"),
    (M, "β-VAE", r"$\beta$-VAE"),
    (M, "beta-VAE", "β-VAE"),
    (M, "Word2Vec", "word2vec"),
    (M, "XGBoost", "xgboost"),
    (M, "batch normalization", "batch normalisation"),
    (M, "Kalman filter", "Kalman filtering"),
    (M, "Gaussian processes", "Gaussian process"),
    (M, "random forests", "random forest"),
    (M, "auto-encoder", "autoencoder"),
    (M, "knowledge graph embedding", "knowledge-graph embeddings"),
    (M, "particle filter", "particle filtering"),
    (M, "U-Net", "UNet"),
    (M, "support-vector machine", "support vector machines"),
    (M, "self-attention", "self attention mechanism"),
    (M, "gradient boosting", "gradient boosting algorithm"),
    (M, "Newton's method", "Newton method"),
    (M, "Mahalanobis distances", "Mahalanobis distance"),
    (M, "teacher-student network", "teacher student networks"),
    (M, "hierarchical softmax", "Hierarchical Soft-max"),
    (T, "word-sense disambiguation", "word sense disambiguation"),
    (T, "anomaly detection", "anomaly detection task"),
    (T, "image colorization", "image colourisation"),
    (T, "travelling salesman problem", "traveling salesman problem"),
    (T, "image denoising task", "image de-noising"),
    (T, "part-of-speech tagging", "part of speech tagging"),
    (D, "ImageNet", "Imagenet"),
    (D, "Cityscapes", "CityScapes"),
    (D, "CIFAR-10", "CIFAR10"),
    (D, "SQuAD", "SQuAD dataset"),
    (D, "Penn Treebank", "Penn Tree-bank corpus"),
    (D, "Fashion-MNIST", "FashionMNIST"),
    (E, "Cohen's kappa", "Cohen kappa"),
    (E, "silhouette index", "silhouette indices"),
    (E, "perplexity", "perplexities"),
    (E, "Matthews correlation coefficients", "Matthews correlation coefficient"),
    (M, "echo-state network", "echo state networks"),
    (M, "normalised cut", "normalized cuts"),
    (M, "beam search decoding", "beam-search decoding"),
    (M, "Nyström approximation", "Nystrom approximation"),
    (M, "Dijkstra's algorithm", "Dijkstra algorithm"),
    (M, "Bellman–Ford algorithm", "Bellman-Ford algorithm"),
    (M, "Levenberg-Marquardt", "Levenberg–Marquardt algorithm"),
    (M, "locality-sensitive hashing", "locality sensitive hashing"),
    (M, "Rényi divergence", "Renyi divergence"),
    (M, "Barnes–Hut t-SNE", "Barnes-Hut t-SNE"),
    (T, "speech recognizers", "speech recogniser"),
    (T, "coreference resolution", "co-reference resolution"),
    (T, "optical-flow estimation", "optical flow estimation"),
    (D, "CelebA-HQ", "CelebAHQ"),
    (D, "LibriSpeech", "Librispeech corpus"),
    (E, "Dice coefficient", "Dice coefficients"),
]

DIFFERENT: list[tuple[EntityType, str, str]] = [
    (M, "GPT-3", "GPT-4"),
    (M, "GPT-3", "GPT-3.5"),
    (M, "k-means", "k-means++"),
    (M, "A*", "A"),
    (M, "A*", "D*"),
    (M, "C++", "C#"),
    (M, "DenseNet-121", "DenseNet-201"),
    (M, "YOLOv3", "YOLOv5"),
    (M, "Qwen2 7B", "Qwen2 72B"),
    (M, "BERT", "RoBERTa"),
    (M, "BERT-base", "BERT-large"),
    (M, "Adam", "AdamW"),
    (M, "LSTM", "BiLSTM"),
    (M, "VAE", "VQ-VAE"),
    (M, "β-VAE", "VAE"),
    (M, "α-divergence", "β-divergence"),
    (M, "2D U-Net", "3D U-Net"),
    (M, "supervised learning", "unsupervised learning"),
    (M, "supervised learning", "semi-supervised learning"),
    (M, "online learning", "offline learning"),
    (M, "encoder", "decoder"),
    (M, "SARSA", "SARSA(λ)"),
    (M, "Q-learning", "double Q-learning"),
    (M, "word2vec", "doc2vec"),
    (M, "Gaussian process", "Gaussian mixture"),
    (M, "convolutional neural network", "recurrent neural network"),
    (M, "Bayesian network", "Bayesian neural network"),
    (M, "linear regression", "logistic regression"),
    (M, "cross entropy", "cross entropy method"),
    (M, "distributed training", "distribution training"),
    (M, "ε-greedy", "greedy"),
    (T, "image classification", "text classification"),
    (T, "text-to-image generation", "image-to-text generation"),
    (T, "object detection", "3D object detection"),
    (T, "image segmentation", "instance segmentation"),
    (D, "CIFAR-10", "CIFAR-100"),
    (D, "MNIST", "Fashion-MNIST"),
    (D, "ImageNet", "Tiny ImageNet"),
    (D, "SQuAD 1.1", "SQuAD 2.0"),
    (D, "WMT14", "WMT16"),
    (E, "precision", "recall"),
    (E, "recall@5", "recall@25"),
    (E, "macro F1", "micro F1"),
    (E, "BLEU-1", "BLEU-4"),
    (E, "mean absolute error", "mean squared error"),
    (M, "BLIP", "BLIP-2"),
    (M, "MobileNetV2", "MobileNetV3"),
    (M, "T5-11B", "T5-3B"),
    (M, "ARIMA", "ARMA"),
    (M, "homomorphic encryption", "homomorphic filtering"),
    (M, "positive sampling", "negative sampling"),
    (M, "top-k sampling", "top-p sampling"),
    (M, "L1 distance", "L2 distance"),
    (M, "convex optimization", "nonconvex optimization"),
    (M, "model-based reinforcement learning", "model-free reinforcement learning"),
    (T, "machine translation", "machine transliteration"),
    (T, "face detection", "face recognition"),
    (D, "WikiText-2", "WikiText-103"),
    (D, "VQA v1", "VQA v2"),
    (E, "true positive rate", "false positive rate"),
]

LISTED: list[tuple[EntityType, str, str]] = [
    (M, "LLM", "large language model"),
    (M, "Monte Carlo tree search", "MCTS"),
    (M, "conditional random fields", "CRF"),
    (M, "k-NN", "k-nearest neighbors"),
    (T, "named entity recognition", "NER"),
    (T, "question answering", "QA"),
    (T, "SLAM", "simultaneous localization and mapping"),
    (D, "MS COCO", "COCO"),
    (E, "F1", "F1 score"),
    (E, "mean squared error", "mean square error"),
    (E, "PSNR", "peak signal to noise ratio"),
]
"""Pairs of the shipped list of synonyms."""

DEFINED: list[tuple[list[list[Named]], Named, Named, bool]] = [
    # papers besides the two; the name in the first, the name in the second; one thing?
    ([[(M, "folding stack machine (FSTM)")]], (M, "FSTM"), (M, "folding stack machine"), True),
    ([[(M, "Segment Anything Model (SAM)")]] * 9, (M, "SAM"), (M, "Segment Anything Model"), True),
    (
        [[(M, "Segment Anything Model (SAM)")], [(M, "Sharpness-Aware Minimization (SAM)")]],
        (M, "SAM"),
        (M, "Segment Anything Model"),
        False,
    ),
    ([], (M, "Segment Anything Model (SAM)"), (M, "Sharpness-Aware Minimization (SAM)"), False),
    ([], (M, "multi-head attention (MHA)"), (M, "multihead attention (MHA)"), True),
    ([], (M, "kernelized mean matching (KMM)"), (M, "kernel mean matching (KMM)"), True),
    ([], (M, "offline policy learning (OPL)"), (M, "off-policy learning (OPL)"), False),
    ([[(E, "average precision (AP)")]] * 2, (E, "AP"), (E, "average precision"), True),
    ([], (M, "GPS"), (M, "Gaussian processes (GPs)"), False),
    ([], (M, "GP"), (M, "Gaussian processes (GPs)"), True),
    ([[(E, "average precision (AP)")]], (D, "AP"), (E, "average precision"), False),
    ([[(D, "Visual Storytelling Set (VIST)")]], (D, "VIST"), (D, "Visual Storytelling Set"), True),
]


def same(papers: list[list[Named]], a: Named, b: Named) -> bool:
    found = build([a], [b], *papers).node_of
    return found["paper:000", "e0"] == found["paper:001", "e0"]


@pytest.mark.parametrize(("label", "a", "b"), [*SAME, *LISTED])
def test_one_thing(label: EntityType, a: str, b: str) -> None:
    assert same([], (label, a), (label, b))


@pytest.mark.parametrize(("label", "a", "b"), DIFFERENT)
def test_two_things(label: EntityType, a: str, b: str) -> None:
    assert not same([], (label, a), (label, b))


@pytest.mark.parametrize(("papers", "a", "b", "one"), DEFINED)
def test_abbreviations_go_by_what_the_papers_say(papers: list[list[Named]], a: Named, b: Named, one: bool) -> None:
    assert same(papers, a, b) is one


def test_all_of_them_together() -> None:
    """No pair is joined through the others: a whole corpus of them gives the same answers."""
    pairs = [(label, a, b, True) for label, a, b in SAME + LISTED] + [(label, a, b, False) for label, a, b in DIFFERENT]
    found = build(*([(label, name)] for label, a, b, _ in pairs for name in (a, b))).node_of
    wrong = [
        pair
        for place, pair in enumerate(pairs)
        if (found[f"paper:{2 * place:03}", "e0"] == found[f"paper:{2 * place + 1:03}", "e0"]) is not pair[3]
    ]
    assert wrong == []


def test_case_plural_type_and_namesakes() -> None:
    """Spellings of one thing are one node of one label; two things of one abbreviation are two."""
    names = ["LLM", "LLMs", "Large Language Models", "large language model", "GPT-4", "gpt4", "Adam", "ADAM"]
    papers: list[list[Named]] = [[(M, name)] for name in names]
    papers += [[(D, "ImageNet")], [(D, "Imagenet")], [(T, "ImageNet")]]
    papers += [[(M, "Segment Anything Model (SAM)")], [(M, "Sharpness-Aware Minimization (SAM)")]]
    found = build(*papers)
    keys = [found.node_of[f"paper:{place:03}", "e0"] for place in range(len(papers))]
    assert keys[:8] == ["method:large-language-model"] * 4 + ["method:gpt-4"] * 2 + ["method:adam"] * 2
    assert keys[8:11] == ["dataset:imagenet", "dataset:imagenet", "task:imagenet"]
    assert keys[11] != keys[12]
    assert ("dataset:imagenet", "SAME_NAME", "task:imagenet") in {
        (e.source, e.type, e.target) for e in found.graph.edges
    }
