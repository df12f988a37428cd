/** Name of the draft of an organization's requisites. */
export const ORGANIZATION_DRAFT = 'organization';
