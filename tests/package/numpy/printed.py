"""Writes printed.json: tensors, and how NumPy lays them out. Run with NumPy 1.24 or newer."""

import base64
import json
import pathlib

import numpy as np

random = np.random.default_rng(20261121)


def floats(dtype):
    yield np.array(1.5, dtype)
    yield np.array([], dtype)
    yield np.array([[1, 2], [3, 4]], dtype)
    yield np.array([0.1, 1 / 3, 2 / 3, 100.25, -0.0], dtype)
    yield np.array([np.nan, np.inf, -np.inf, 1], dtype)
    yield np.array([np.nan, np.nan], dtype)
    yield np.array([0, -0.0], dtype)
    yield np.array([1e-3, 2.5e-3, 0.5], dtype)
    yield np.array([1e-5, 1, 1000.5], dtype)
    yield np.array([12345, 1.5], dtype)
    yield np.array([-1, 1e-7, np.inf, np.nan], dtype)
    yield random.standard_normal((3, 4)).astype(dtype)
    yield random.standard_normal((2, 3, 2)).astype(dtype)
    yield np.arange(40, dtype=dtype)
    yield np.arange(1000, dtype=dtype).reshape(10, 100)
    yield np.arange(1001, dtype=dtype)
    yield np.arange(1200, dtype=dtype).reshape(2, 3, 4, 50)
    yield np.arange(1050, dtype=dtype).reshape(7, 150) / dtype(7)
    yield np.zeros((3, 0), dtype)


def wide_floats(dtype):
    yield np.array([1e10, 1e20, -3.25e-30], dtype)
    yield np.array([1e8, 1], dtype)
    yield (10.0 ** random.uniform(-30, 30, 20)).astype(dtype)
    yield random.uniform(1000, 1e7, 20).astype(dtype)
    yield np.array([99999999, 123456.789], dtype)


def integers(dtype):
    info = np.iinfo(dtype)
    yield np.array(7, dtype)
    yield np.array([[info.min, info.max], [0, 1]], dtype)
    yield np.arange(120, dtype=dtype).reshape(4, 30)
    yield random.integers(info.min, info.max, (30, 40), dtype)


def complexes(dtype):
    yield np.array([1 + 2j, 3 - 4j], dtype)
    yield np.array([[0.5 - 0.25j, 100j], [-1, 1e-3]], dtype)


def cases():
    for dtype in (np.float16, np.float32, np.float64):
        yield from floats(dtype)
    for dtype in (np.float32, np.float64):
        yield from wide_floats(dtype)
    yield np.array([1e200, 1e-200, 1 / 3])
    for dtype in (np.int8, np.uint8, np.int32, np.int64, np.uint64):
        yield from integers(dtype)
    for dtype in (np.complex64, np.complex128):
        yield from complexes(dtype)


def record(array):
    return {
        "type": str(array.dtype),
        "dims": list(array.shape),
        "bytes": base64.b64encode(np.ascontiguousarray(array).tobytes()).decode(),
        "text": np.array2string(array, separator=", "),
    }


def main():
    file = pathlib.Path(__file__).with_name("printed.json")
    lines = [json.dumps(record(array)) for array in cases()]
    file.write_text(f'{{"numpy": "{np.__version__}", "cases": [\n' + ",\n".join(lines) + "\n]}\n")


main()
