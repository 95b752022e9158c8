/** The reader of shapes and error messages, for the page; the package exports no such entry. */
export { type Diagnosis, diagnose, type Framework, type Source } from './reader/frameworks.js';
