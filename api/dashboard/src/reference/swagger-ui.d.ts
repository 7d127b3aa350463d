/* The types of the viewer's bundle that this page uses. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Response {
    url: string;
    text: string;
  }
  interface Request {
    headers: Record<string, string>;
  }
  interface Options {
    requestInterceptor: (request: Request) => Request;
    responseInterceptor: (response: Response) => Response;
    url: string;
    dom_id: string;
    deepLinking: boolean;
    docExpansion: 'list' | 'full' | 'none';
    defaultModelsExpandDepth: number;
    validatorUrl: string | null;
  }
  export default function SwaggerUI(options: Options): unknown;
}
