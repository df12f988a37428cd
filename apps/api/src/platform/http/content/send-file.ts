import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** A file for one user. Clients that do not support the encoded name use the Latin name. */
export type SentFile = { name: string; latinName: string; type: string; content: Uint8Array };

/** Sends a file as a download under its name, with caching disabled. */
export const sendFile = (reply: FastifyReply, { name, latinName, type, content }: SentFile) =>
  reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition(name, { fallback: latinName }))
    .header('cache-control', 'no-store')
    .send(Buffer.from(content));
