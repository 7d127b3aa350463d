/* The page at /api: Swagger UI over the contract that this server serves. It runs under the same
   security policy as the dashboard, so what it writes as HTML goes through DOMPurify first. */
import DOMPurify from 'dompurify';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): unknown;
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', { createHTML: (html) => DOMPurify.sanitize(html) });

SwaggerUI({
  url: new URL('api/v1/openapi.yaml', document.baseURI).href, // beside this page, also below a path prefix
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
