import { serviceBehaviour } from './service.behaviour.ts';

serviceBehaviour('the embedded database', async () => ({ dataDir: 'memory://' }));
