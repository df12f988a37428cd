export const PRODUCT_NAME = 'Реферальный кабинет';

/** The role that sees the partners; the others of the product text have no name in routes. */
export const ORGANIZATION = 'organization';
