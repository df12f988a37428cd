import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/db.ts';

type ById = { Params: { id: string } };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Pictures at /logo/{id}: for everybody, kept by browsers for good, since another picture has another id. */
export function logoSite(app: FastifyInstance, db: Db) {
  app.get<ById>('/logo/:id', { config: { access: 'public' } }, async (request, reply) => {
    const { id } = request.params;
    const found = UUID.test(id)
      ? await db
          .selectFrom('organization_logos')
          .select(['type', 'content'])
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (found === undefined) return reply.callNotFound();
    return reply
      .headers({
        'content-type': found.type,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(found.content));
  });
}
