import express, { type Router } from 'express';
import type { StoreControls } from '../store-simulator.ts';
import type { StoreWorld } from '../store-world.ts';

export function adminRoutes(_world: StoreWorld, _controls: StoreControls): Router {
  return express.Router();
}
