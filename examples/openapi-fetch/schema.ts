/** Types of an OpenAPI document, as `openapi-typescript` writes them. */
export interface paths {
  '/api/leads/': {
    get: {
      responses: { 200: { content: { 'application/json': { id: number }[] } } };
    };
  };
}
