"""Pairs of names, from general knowledge, that are one thing or two."""

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
    (M, "LLM", "large language model"),
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
    (M, "Monte Carlo tree search", "MCTS"),
    (M, "U-Net", "UNet"),
    (M, "conditional random fields", "CRF"),
    (M, "self-attention", "self attention mechanism"),
    (M, "gradient boosting", "gradient boosting algorithm"),
    (M, "Newton's method", "Newton method"),
    (M, "Mahalanobis distances", "Mahalanobis distance"),
    (M, "teacher-student network", "teacher student networks"),
    (M, "hierarchical softmax", "Hierarchical Soft-max"),
    (T, "named entity recognition", "NER"),
    (T, "anomaly detection", "anomaly detection task"),
    (T, "image colorization", "image colourisation"),
    (T, "travelling salesman problem", "traveling salesman problem"),
    (T, "question answering", "QA"),
    (T, "part-of-speech tagging", "part of speech tagging"),
    (D, "ImageNet", "Imagenet"),
    (D, "MS COCO", "COCO"),
    (D, "CIFAR-10", "CIFAR10"),
    (D, "SQuAD", "SQuAD dataset"),
    (D, "Penn Treebank", "Penn Tree-bank corpus"),
    (D, "Fashion-MNIST", "FashionMNIST"),
    (E, "F1", "F1 score"),
    (E, "word error rate", "WER"),
    (E, "mean squared error", "mean square error"),
    (E, "Matthews correlation coefficients", "Matthews correlation coefficient"),
]

DIFFERENT: list[tuple[EntityType, str, str]] = [
    (M, "GPT-3", "GPT-4"),
    (M, "GPT-3", "GPT-3.5"),
    (M, "k-means", "k-means++"),
    (M, "A*", "A"),
    (M, "A*", "D*"),
    (M, "C++", "C#"),
    (M, "ResNet-18", "ResNet-152"),
    (M, "YOLOv3", "YOLOv5"),
    (M, "Llama 2 7B", "Llama 2 70B"),
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
    (E, "top-1 accuracy", "top-5 accuracy"),
    (E, "macro F1", "micro F1"),
    (E, "BLEU-1", "BLEU-4"),
    (E, "mean absolute error", "mean squared error"),
]

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
    ([[(E, "average precision (AP)")]], (D, "AP"), (E, "average precision"), False),
    ([[(D, "Visual Storytelling Set (VIST)")]], (D, "VIST"), (D, "Visual Storytelling Set"), True),
]


def same(papers: list[list[Named]], a: Named, b: Named) -> bool:
    found = build([a], [b], *papers).node_of
    return found["paper:000", "e0"] == found["paper:001", "e0"]


@pytest.mark.parametrize(("label", "a", "b"), SAME)
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
    pairs = [(label, a, b, True) for label, a, b in SAME] + [(label, a, b, False) for label, a, b in DIFFERENT]
    found = build(*([(label, name)] for label, a, b, _ in pairs for name in (a, b))).node_of
    wrong = [
        pair
        for place, pair in enumerate(pairs)
        if (found[f"paper:{2 * place:03}", "e0"] == found[f"paper:{2 * place + 1:03}", "e0"]) is not pair[3]
    ]
    assert wrong == []
