/** The programs of the system that every build needs; Emscripten itself runs on Python. */
import { ensurePrograms } from '../lib/system.mjs';

const compilers = ['c++', 'g++', 'clang++'];

const programs = [
  { what: 'a C++ compiler', names: compilers, packages: ['g++'] },
  { what: 'CMake', names: ['cmake'], minimum: '3.22', packages: ['cmake'] },
  { what: 'Ninja', names: ['ninja'], packages: ['ninja-build'] },
  { what: 'Python', names: ['python3'], minimum: '3.8', packages: ['python3'] },
];

/** @param {import('../lib/system.mjs').Machine} [machine] */
export async function setUpCompilers(task, machine) {
  await ensurePrograms(programs, task, machine);
}
