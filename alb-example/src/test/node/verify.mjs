// Reads x-amzn-oidc-data with AWS's own library. Arguments: folder of the keys, ARN, issuer, client, token.
import { AlbJwtVerifier } from "aws-jwt-verify";
import { AlbJwksCache } from "aws-jwt-verify/alb-cache";

const [keys, albArn, issuer, clientId, token] = process.argv.slice(2);

// The library asks AWS's host for the key; the stand-in has it under the same last part.
const fetcher = {
  fetch: async (uri) => (await fetch(keys + uri.slice(uri.lastIndexOf("/")))).arrayBuffer(),
};
const verifier = AlbJwtVerifier.create({ albArn, issuer, clientId }, { jwksCache: new AlbJwksCache({ fetcher }) });

try {
  console.log("accepted " + (await verifier.verify(token)).sub);
} catch (refusal) {
  console.log("refused " + refusal.message);
}
