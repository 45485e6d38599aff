import '#ui/styles/index.css';
import { createRoot } from 'react-dom/client';
import { DesignPage } from './design-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('design.html has no element #root.');
createRoot(root).render(<DesignPage />);
