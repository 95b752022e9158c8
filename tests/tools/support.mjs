/** Substitutes for the machine: temporary folders, programs on a PATH, and a step's reports. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new temporary folder, removed when the test ends. */
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'simdcast-tools-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a program that prints a text; returns the folder for PATH. */
export function fakeProgram(folder, name, output) {
  mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh\ncat <<'END'\n${output}\nEND\n`;
  writeFileSync(join(folder, name), script, { mode: 0o755 });
  return folder;
}

/** A task that records the reports of a step. */
export function recordingTask() {
  const said = { notes: [], details: [], progress: [], bad: 0 };
  return {
    said,
    note: (text) => said.notes.push(text),
    detail: (text) => said.details.push(text),
    progress: (text) => said.progress.push(text),
    bad: () => {
      said.bad += 1;
    },
  };
}
