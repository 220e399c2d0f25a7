package dev.sluice.exporter.config.schema;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.stream.Stream;

/** Makes and asks what is known at run time only. What fails here is a mistake in the declarations of a section. */
final class Reflection {

    private Reflection() {}

    /** By the canonical constructor of a record, by the one without parameters of another class. */
    static <T> T make(Class<T> type, Object... arguments) {
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(
                    type.isRecord()
                            ? Stream.of(type.getRecordComponents())
                                    .map(component -> component.getType())
                                    .toArray(Class<?>[]::new)
                            : new Class<?>[0]);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot be made: " + type, e);
        }
    }

    static Object call(Method method, Object target, Object... arguments) {
        try {
            method.setAccessible(true);
            return method.invoke(target, arguments);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot be called: " + method, e);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("failed: " + method, e.getCause());
        }
    }
}
