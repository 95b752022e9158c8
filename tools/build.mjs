/** Builds the wasm modules, the package in dist and the page in dist/demo. */
import { buildPackage, buildPage, buildReference } from './lib/artifacts.mjs';
import { main } from './lib/failure.mjs';
import { forPackage, setUp } from './setup/parts.mjs';

await main(async () => {
  const tools = await setUp(forPackage);
  await buildPackage(tools);
  await buildPage();
  await buildReference();
});
