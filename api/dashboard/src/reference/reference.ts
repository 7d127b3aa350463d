/* The page at /api: Swagger UI over the contract of this server. It runs under the dashboard's
   security policy, so its generated HTML goes through DOMPurify first. */
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

// The viewer has a dark style; the page decides when it applies.
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const contract = new URL('api/v1/openapi.yaml', document.baseURI).href; // beside this page, also below a path prefix

const site = await siteIds(document.baseURI);

SwaggerUI({
  url: contract,
  // Requests with the cookie name their client, as the page's do (data/client.ts).
  requestInterceptor: (request) => ({
    ...request,
    headers: { ...request.headers, 'Dibs-Client': 'reference' },
  }),
  responseInterceptor: (response) =>
    response.url === contract
      ? { ...response, text: withSiteIds(withServer(response.text, document.baseURI), site) }
      : response,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
