/* Of the viewer's bundle, what this page uses. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    url: string;
    dom_id: string;
    deepLinking: boolean;
    docExpansion: 'list' | 'full' | 'none';
    defaultModelsExpandDepth: number;
    validatorUrl: string | null;
  }
  export default function SwaggerUI(options: Options): unknown;
}
