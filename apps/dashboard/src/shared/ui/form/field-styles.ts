// Styles of form fields. The pages of the first script load no other styles of Mantine fields.
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Alert.layer.css';
import './field-styles.css';
