// Styles of all Mantine components, for every page that is not in the first script.
import '@mantine/core/styles.layer.css';
