// Compiles the pages around a mocked one before the first test, so that no test waits for the compiler.
import '../app/layout/shell.tsx';
import '../app/queries.tsx';
import '../pages/profile/profile.tsx';
