import { Leads } from '../features/leads/leads.tsx';
import { ORGANIZATION } from '../shared/product.ts';
import { signIn } from './data/people.ts';
import { mount } from './mount.tsx';

/** Mounts the leads page of an organization, which tests of shared list components use. */
export function mountLeads(entry = '/leads') {
  signIn();
  return mount(<Leads role={ORGANIZATION} />, entry);
}
