/** A reporter of `node --test` that writes one line of JSON: the counts, and why tests were skipped. */
export default async function* count(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const skips = [];
  for await (const { type, data } of events) {
    const { name, file, details, skip } = data;
    const isGroup = details?.type === 'suite';
    if (type === 'test:fail' && !isGroup) counts.failed += 1;
    if (type !== 'test:pass') continue;
    if (skip !== undefined) {
      counts.skipped += 1;
      skips.push({ name, reason: typeof skip === 'string' && skip ? skip : 'no reason given' });
    } else if (!isGroup && name !== file) {
      // Node counts a file in which it finds no test as a passed test of the file's name.
      counts.passed += 1;
    }
  }
  yield `${JSON.stringify({ counts, skips })}\n`;
}
