import { expose } from 'comlink';
import { benchVerify } from './verify.bench.ts';

expose({ benchVerify });
