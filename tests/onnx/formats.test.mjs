/** The error for files in another format names the format and the fix. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { load } from 'simdcast';
import { checkModel, InferenceSession } from 'simdcast/onnx';

const engine = await load();
const latin = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const filled = (text) => latin(text.padEnd(400, '\0'));

/** A zip archive up to its first entry. */
const zip = (name) =>
  filled(`PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}`);

function safetensors() {
  const header = '{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
  return latin(`${String.fromCharCode(header.length)}${'\0'.repeat(7)}${header}\0\0\0\0`);
}

const cases = {
  'an empty file': [new Uint8Array(0), /file is empty/],
  'a zip archive': [zip('model.onnx'), /zip archive\. Unpack it/],
  'an empty zip archive': [latin(`PK\x05\x06${'\0'.repeat(18)}`), /zip archive/],
  'a PyTorch file': [zip('archive/data.pkl'), /PyTorch file .*torch\.onnx\.export/],
  'NumPy arrays': [zip('arr_0.npy'), /\.npz.*Pass the \.onnx file/],
  'a Keras 3 model': [zip('metadata.json'), /Keras model.*tf2onnx/],
  'a gzip file': [gzipSync('a model'), /gzip\. Decompress/],
  'a Zstandard file': [filled('\x28\xb5\x2f\xfd'), /Zstandard/],
  'a bzip2 file': [filled('BZh91AY'), /compressed archive/],
  'an xz file': [filled('\xfd7zXZ\0'), /compressed archive/],
  'a 7z file': [filled('7z\xbc\xaf\x27\x1c'), /compressed archive/],
  'a tar archive': [filled(`model.onnx${'\0'.repeat(247)}ustar`), /tar archive/],
  'an ORT model': [filled('\x18\0\0\0ORTM'), /onnxruntime's own format/],
  'a TFLite model': [filled('\x1c\0\0\0TFL3'), /TensorFlow Lite.*tf2onnx/],
  'a GGUF file': [filled('GGUF\x03\0\0\0'), /llama\.cpp/],
  'a safetensors file': [safetensors(), /safetensors format, without a graph/],
  'a Keras HDF5 file': [filled('\x89HDF\r\n\x1a\n'), /HDF5.*tf2onnx/],
  'a NumPy array': [filled('\x93NUMPY\x01\0'), /\.npy/],
  'a pickle': [filled('\x80\x04\x95\x10'), /pickle.*torch\.onnx\.export/],
  'a legacy PyTorch file': [filled('\x80\x02\x8a\nl\xfc'), /pickle/],
  'a WebAssembly module': [filled('\0asm\x01\0\0\0'), /WebAssembly module/],
  'a PNG': [filled('\x89PNG\r\n\x1a\n'), /an image/],
  'a PDF': [filled('%PDF-1.7'), /PDF/],
  'a page': [latin('<!DOCTYPE html><title>Not here</title>'), /HTML page.*Check the address/],
  'a page after white space': [latin('\xef\xbb\xbf \n<html lang="en">'), /HTML page/],
  XML: [latin('<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>'), /XML/],
  JSON: [latin('{"error":"Repository not found"}'), /JSON that begins with "\{/],
  'a list in JSON': [latin('[{"a": 1}]'), /JSON/],
  'an LFS pointer': [
    latin('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n'),
    /Git LFS pointer.*git lfs pull/,
  ],
  'an ncnn graph': [latin('7767517\n2 2\nInput data 0 1 data\n'), /ncnn/],
  'text in UTF-16': [latin('\xff\xfeh\0e\0l\0l\0o\0'), /UTF-16/],
  text: [latin('Entry not found'), /text that begins with "Entry not found"/],
};

describe('a file that is no ONNX model', () => {
  for (const [title, [bytes, message]] of Object.entries(cases))
    it(`${title} is named`, async () => {
      for (const work of [
        InferenceSession.create(bytes, { engine }),
        checkModel(bytes, { engine }),
      ])
        await assert.rejects(work, (error) => {
          assert.equal(error.name, 'ModelError');
          assert.match(error.code, /^invalid_(protobuf|model)$/);
          assert.match(error.message, message);
          assert.match(error.message, /^The bytes are not an ONNX model: .*\.$/);
          return true;
        });
    });
});
