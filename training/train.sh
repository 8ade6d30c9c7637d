#!/bin/sh
# Make the shipped model again from annotated abstracts: sh training/train.sh ANNOTATED.jsonl ENCODER [OUTPUT]
# ENCODER is a folder or hub name of all-MiniLM-L6-v2 (Apache 2.0). Goes on where it was interrupted.
set -eu
data=${1:?annotated abstracts, JSON lines}
encoder=${2:?a folder or hub name of the encoder, such as sentence-transformers/all-MiniLM-L6-v2}
output=${3:-build/accurate}
exec kg train "$data" -o "$output" --encoder "$encoder" --name accurate --epochs 3 --work build/training
