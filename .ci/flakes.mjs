// Prints each flake below a folder of reports: a test that failed, was run once more, and passed. Each is a
// fault, of the service or of the test. Ends with 1 if there are more than a run may have.
import { cases, told } from './reports.mjs';

const MOST = 3;

const flakes = cases(process.argv[2] ?? '.').filter((each) => each.flake !== null);
flakes.forEach((flake) => console.log(told(flake, flake.flake)));
console.log(flakes.length === 0 ? 'no flakes' : `${flakes.length} flakes, ${MOST} are the most that pass`);
process.exit(flakes.length > MOST ? 1 : 0);
