import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/db.ts';

type ById = { Params: { id: string } };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Registers /logo/{id}. It is public and cached without a time limit, because a new logo gets a new id. */
export function logoSite(app: FastifyInstance, db: Db) {
  app.get<ById>('/logo/:id', { config: { access: 'public' } }, async (request, reply) => {
    const { id } = request.params;
    const logo = UUID.test(id)
      ? await db
          .selectFrom('organization_logos')
          .select(['type', 'content'])
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (logo === undefined) return reply.callNotFound();
    return reply
      .headers({
        'content-type': logo.type,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(logo.content));
  });
}
