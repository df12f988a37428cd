import { Partners } from '../features/partners/partners.tsx';

export default Partners;
