// Tries our own mints and relay and those of others with the same cases: `npm run interop [name ...]`. What is not here is
// installed into .cache/interop first; cdk-mintd is compiled, which takes long.
import { runInterop } from '../tests/contract/run.ts';

process.exit((await runInterop(process.argv.slice(2), (line) => console.log(line))) ? 0 : 1);
