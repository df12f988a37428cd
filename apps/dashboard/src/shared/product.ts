export const PRODUCT_NAME = 'Реферальный кабинет';

/** Role that can see partners. */
export const ORGANIZATION = 'organization';
