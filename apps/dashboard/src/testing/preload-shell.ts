// Compiles the modules around a mocked page before the first test so that compilation does not count towards test timeouts.
import '../app/layout/shell.tsx';
import '../app/queries.tsx';
import '../pages/profile/profile.tsx';
