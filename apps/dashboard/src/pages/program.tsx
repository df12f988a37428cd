export { ProgramScreen as default } from '../features/programs/page/program-screen.tsx';
