/** Generated from an OpenAPI document by `openapi-typescript`. */
export interface paths {
  '/api/orders/': {
    get: {
      responses: { 200: { content: { 'application/json': { id: number }[] } } };
    };
  };
}
