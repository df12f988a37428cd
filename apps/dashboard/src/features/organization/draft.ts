/** What the draft of an organization's requisites is called. */
export const ORGANIZATION_DRAFT = 'organization';
