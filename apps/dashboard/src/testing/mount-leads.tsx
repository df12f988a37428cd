import { Leads } from '../features/leads/leads.tsx';
import { ORGANIZATION } from '../shared/product.ts';
import { signIn } from './data/people.ts';
import { mount } from './mount.tsx';

/** Mounts the leads of an organization, the list by which tests of shared list parts are written. */
export function mountLeads(entry = '/leads') {
  signIn();
  return mount(<Leads role={ORGANIZATION} />, entry);
}
