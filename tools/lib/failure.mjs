import { printOutput } from './log.mjs';

/** A failure whose message is all that the user needs: it is printed without a stack. */
export class Failure extends Error {}

export const showError = (error) =>
  printOutput(error instanceof Failure ? error.message : error.stack);

/** Runs a command-line entry point; a Failure becomes its message and exit status 1. */
export async function main(entry) {
  try {
    const status = await entry(process.argv.slice(2));
    if (status) process.exitCode = status;
  } catch (error) {
    showError(error);
    process.exitCode = 1;
  }
}
