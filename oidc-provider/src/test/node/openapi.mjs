// Checks OpenAPI documents against the schema of their version; a reference that leads nowhere is an error,
// too.
import { Validator } from "@seriousme/openapi-schema-validator";

for (const file of process.argv.slice(2)) {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(file);
  if (!valid) {
    throw new Error(`${file}: ${JSON.stringify(errors, null, 1)}`);
  }
  console.log(`${file}: OpenAPI ${validator.version}`);
}
