// Counts what the conformance suite has found, and fails where that is not enough.
//
//   node summary.mjs RESULTS SET=LEAST...
//
// RESULTS/SET holds a folder for each scenario, with its `checks.json`. Status 1 if a check failed or warned, or if
// fewer than LEAST checks of a set succeeded.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const STATUSES = ['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO'];
const [results, ...sets] = process.argv.slice(2);
const wrong = [];

function checksOf(set) {
    const files = readdirSync(join(results, set), { recursive: true }).filter((file) => file.endsWith('checks.json'));
    return files.map((file) => [file, JSON.parse(readFileSync(join(results, set, file), 'utf8'))]);
}

function row(name, cells) {
    return name.padEnd(14) + cells.map((cell) => String(cell).padStart(10)).join('');
}

console.log(row('', ['scenarios', ...STATUSES, 'at least']));
for (const argument of sets) {
    const [set, least] = argument.split('=');
    const scenarios = checksOf(set);
    const counts = Object.fromEntries(STATUSES.map((status) => [status, 0]));
    for (const [file, checks] of scenarios) {
        for (const check of checks) {
            counts[check.status] += 1;
            if (check.status === 'FAILURE' || check.status === 'WARNING') {
                const scenario = file.split(/-\d{4}-\d{2}-\d{2}T/)[0].replace(/^server-/, '');
                const why = check.errorMessage ?? JSON.stringify(check.details ?? {});
                wrong.push(`${check.status} ${set} ${scenario}, ${check.id}: ${why}`);
            }
        }
    }
    console.log(row(set, [scenarios.length, ...STATUSES.map((status) => counts[status]), least]));
    if (!(counts.SUCCESS >= Number(least))) {
        wrong.push(`${set}: ${counts.SUCCESS} checks succeeded, and ${least} did before`);
    }
}
for (const line of wrong) {
    console.error(line);
}
process.exit(wrong.length > 0 ? 1 : 0);
