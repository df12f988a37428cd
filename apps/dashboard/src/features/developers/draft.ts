/** Draft key of a new API key. */
export const API_KEY_DRAFT = 'api-key';

/** Draft key of a new webhook. */
export const WEBHOOK_DRAFT = 'webhook';
