import { freshServerDatabase } from '#testing/databases.ts';
import { serviceBehaviour } from './service.behaviour.ts';

serviceBehaviour('a PostgreSQL server', async () => ({ url: await freshServerDatabase() }));
