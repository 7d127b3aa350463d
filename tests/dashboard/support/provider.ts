/* A minimal identity provider, on another site than dibsd (localhost is not 127.0.0.1): it signs
   everyone in as `name`, without a question, with correctly signed tokens. tests/system has a
   complete one. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const base64url = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

export class Provider {
  name = 'ann';
  #server: HttpServer | null = null;
  readonly #codes = new Map<string, URLSearchParams>();
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  get issuer(): string {
    return `http://localhost:${(this.#server?.address() as AddressInfo | null)?.port ?? 0}`;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.#answer(request, response));
    this.#server = server;
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => this.#server?.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.issuer);
    const say = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (pathname === '/authorize') {
      const code = randomUUID();
      this.#codes.set(code, searchParams);
      const back = new URLSearchParams({ code, state: searchParams.get('state') ?? '' });
      response
        .writeHead(302, {
          location: `${searchParams.get('redirect_uri') ?? ''}?${back.toString()}`,
        })
        .end();
    } else if (pathname === '/token') {
      let form = '';
      for await (const part of request) form += String(part);
      say({
        token_type: 'Bearer',
        access_token: 'x',
        id_token: this.#token(new URLSearchParams(form)),
      });
    } else if (pathname === '/keys') {
      say({
        keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), use: 'sig', kid: 'one' }],
      });
    } else {
      say({
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/authorize`,
        token_endpoint: `${this.issuer}/token`,
        jwks_uri: `${this.issuer}/keys`,
      });
    }
  }

  #token(form: URLSearchParams): string {
    const asked = this.#codes.get(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (asked?.get('code_challenge') !== proof) return '';
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      sub: `subject of ${this.name}`,
      aud: asked.get('client_id'),
      nonce: asked.get('nonce'),
      iat: now,
      exp: now + 60,
      preferred_username: this.name,
    };
    const text = `${base64url({ alg: 'ES256', kid: 'one' })}.${base64url(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key: this.#keys.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  }
}
