// Usage: node validate.mjs FILE.glb … — prints the Khronos validator's report as JSON, one object a file.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.join(process.env.SHEGONG_NODE, 'package.json'));
const validator = require('gltf-validator');
const reports = [];
for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(await readFile(file));
  const report = await validator.validateBytes(bytes, {
    uri: path.basename(file),
    maxIssues: 100,
    externalResourceFunction: async (uri) => new Uint8Array(await readFile(path.join(path.dirname(file), uri))),
  });
  reports.push({ issues: report.issues, info: report.info });
}
process.stdout.write(JSON.stringify(reports));
