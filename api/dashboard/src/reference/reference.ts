/* The page at /api: Swagger UI over the contract that this server serves. It runs under the same
   security policy as the dashboard, so what it writes as HTML goes through DOMPurify first. */
import DOMPurify from 'dompurify';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';
import { siteIds, withSiteIds } from './examples';
import { withServer } from './server';

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): unknown;
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', { createHTML: (html) => DOMPurify.sanitize(html) });

// The viewer has a dark look, and leaves it to the page when.
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const contract = new URL('api/v1/openapi.yaml', document.baseURI).href; // beside this page, also below a path prefix

const site = await siteIds(document.baseURI);

SwaggerUI({
  url: contract,
  // What is tried out by the cookie names its client, as the page does (data/client.ts).
  requestInterceptor: (request) => ({ ...request, headers: { ...request.headers, 'Dibs-Client': 'reference' } }),
  responseInterceptor: (response) => (response.url === contract ? { ...response, text: withSiteIds(withServer(response.text, document.baseURI), site) } : response),
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
