import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** A file made for one reader. The Latin name is for those who read no other. */
export type SentFile = { name: string; latinName: string; type: string; content: Uint8Array };

/** Answers with a file to be saved under its name, and kept by nobody on the way. */
export const sendFile = (reply: FastifyReply, { name, latinName, type, content }: SentFile) =>
  reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition(name, { fallback: latinName }))
    .header('cache-control', 'no-store')
    .send(Buffer.from(content));
