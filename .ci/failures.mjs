// Prints each failed test below a folder of reports, with the first lines of its reason.
import { cases, told } from './reports.mjs';

for (const failed of cases(process.argv[2] ?? '.').filter((each) => each.failure !== null)) {
    console.log(told(failed, failed.failure));
}
