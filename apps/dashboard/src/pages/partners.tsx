import { Partners } from '../features/partners/list/partners.tsx';

export default Partners;
