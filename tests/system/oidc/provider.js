// A real identity provider for oidc_test.py: oidc-provider on a loopback port, with its own pages for
// sign-in and consent. It reads people from a file at each sign-in, so that a test can change them.
// It makes its keys, one for each algorithm, if the file of keys is missing: a restart without the
// file changes the keys.
//   provider.js '{"port": …, "client": {…}, "people": FILE, "keys": FILE, "algorithm": "RS256", "brief": false}'
import crypto from 'node:crypto';
import fs from 'node:fs';

import Provider from 'oidc-provider';

const asked = JSON.parse(process.argv[2]);
const issuer = `http://localhost:${asked.port}`;

const kinds = {
  RS256: () => crypto.generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: () => crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => crypto.generateKeyPairSync('ed25519'),
};

function key(algorithm) {
  const jwk = kinds[algorithm]().privateKey.export({ format: 'jwk' });
  return { ...jwk, use: 'sig', alg: algorithm, kid: `${algorithm}-${crypto.randomUUID()}` };
}

function keys() {
  if (!fs.existsSync(asked.keys)) fs.writeFileSync(asked.keys, JSON.stringify(Object.keys(kinds).map(key)), { mode: 0o600 });
  return JSON.parse(fs.readFileSync(asked.keys, 'utf8'));
}

const people = () => JSON.parse(fs.readFileSync(asked.people, 'utf8'));

const provider = new Provider(issuer, {
  clients: [{ ...asked.client, id_token_signed_response_alg: asked.algorithm }],
  jwks: { keys: keys() },
  enabledJWA: { idTokenSigningAlgValues: Object.keys(kinds) },
  claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: asked.brief, // the other claims come from userinfo only
  pkce: { required: () => true },
  cookies: { keys: ['of this test'] },
  // The typed sign-in name X selects the subject that the file has for X.
  async findAccount(_, id) {
    const claims = people()[id];
    return claims && { accountId: id, claims: async () => ({ ...claims, sub: claims.sub }) };
  },
});

const server = provider.listen(asked.port, '127.0.0.1', () => console.log('ready'));
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});
